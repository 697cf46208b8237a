//! Namespace prefixes that robots use and do not declare.

use impinge_scene::robot::{Robot, Srdf};

/// Old descriptions of sensors use prefixes without declaring them.
#[test]
fn undeclared_prefixes_are_warnings() {
    let link = "<link name='a'><collision><geometry><box size='1 1 1'/></geometry></collision></link>";
    let read = |text: &str| Robot::from_xml("r.urdf".as_ref(), text);
    for (extra, told) in [
        ("<gazebo><sensor:camera name='c'><x/></sensor:camera></gazebo>", &[("line 4", "sensor")][..]),
        ("<gazebo sensor:a='1'/>\n<b:c/><sensor:d/>", &[("line 4", "sensor"), ("line 5", "b")]),
        ("<a:b xmlns:a='urn:a'/><a:b/>", &[("line 4", "a")]),
        ("<!-- a:b --><c a='d:e'>f:g</c>", &[]),
    ] {
        let text =
            format!("<?xml version='1.0'?><!-- <robot> -->\n<robot name='r'>{link}\n\n{extra}</robot>");
        let robot = read(&text).unwrap_or_else(|error| panic!("{extra}: {error}"));
        assert_eq!((robot.links.len(), robot.links[0].collisions[0].line), (1, 2));
        let said: Vec<_> =
            robot.warnings.iter().map(|warning| (&*warning.place, &*warning.message)).collect();
        assert_eq!(said.len(), told.len(), "{said:?}");
        for ((place, message), (line, prefix)) in said.iter().zip(told) {
            assert!(
                place == line && message.contains(&format!("the prefix `{prefix}` is not declared")),
                "{said:?}"
            );
        }
    }
    // The root itself may have one, and then all of its elements count.
    let robot = read("<r:robot><r:link name='a'/><s:link name='b'/></r:robot>").expect("is read");
    let said: Vec<_> = robot.warnings.iter().map(|warning| &*warning.message).collect();
    assert!(said.len() == 2 && said[0].contains("`r` is not declared; it is read as"), "{said:?}");
    assert!(said[1].contains("`s` is not declared; its elements and attributes are ignored"), "{said:?}");
    assert_eq!(robot.links.len(), 1);
    // Lines of other problems are those of the file.
    let broken = format!("<robot name='r'>\n<s:a/>\n{link}\n{link}</robot>");
    let error = read(&broken).expect_err("two links").to_string();
    assert!(error.starts_with("r.urdf: line 4: <link a>"), "{error}");
    let error = read("<robot>\n<s:a/>\n<b></robot>").expect_err("not closed").to_string();
    assert!(error.starts_with("r.urdf: line 3"), "{error}");
    // Macros stay macros.
    let error = read(&format!("<robot>{link}<xacro:leg/></robot>")).expect_err("macros").to_string();
    assert!(error.contains("run `xacro` on it"), "{error}");
    // Prefixes without end are no slip.
    let many: String = (0..1000).map(|number| format!("<p{number}:x/>")).collect();
    assert!(read(&format!("<robot>{link}{many}</robot>")).is_err());
}

#[test]
fn undeclared_prefixes_of_an_srdf_file_stay_in_its_text() {
    let text = "<robot name='r'>\n  <disable_collisions link1='a' link2='b'/>\n  <x:y/>\n</robot>\n";
    let srdf = Srdf::from_xml("r.srdf".as_ref(), text.to_owned()).unwrap();
    assert_eq!((srdf.disabled[0].line, srdf.warnings.len()), (2, 1));
    let expected = text.replace("</robot>", "  <new/>\n</robot>");
    assert_eq!(srdf.insert_lines("  <new/>\n"), expected);
}

const BOX: &str = "<collision><geometry><box size='1 1 1'/></geometry></collision>";

/// What a robot is, without its warnings.
fn contents(text: &str) -> String {
    let robot = Robot::from_xml("r.urdf".as_ref(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    format!("{} {:?} {:?}", robot.name, robot.links, robot.joints)
}

/// Notes of other programs, even where they have the name of an element of URDF. Declared or not.
#[test]
fn elements_and_attributes_of_other_namespaces_are_ignored() {
    let robot = |root: &str, in_root: &str, of_link: &str, in_link: &str, in_geometry: &str, of_box: &str| {
        format!(
            "<robot name='r' {root}>{in_root}<link {of_link} name='a'>{in_link}<collision><geometry>{in_geometry}\
             <box {of_box} size='1 2 3'/></geometry></collision></link><link name='b'/>\
             <joint name='j' type='revolute'><parent link='a'/><child link='b'/>\
             <axis xyz='0 0 1'/><limit lower='0' upper='1'/></joint></robot>"
        )
    };
    let plain = contents(&robot("", "", "", "", "", ""));
    for declared in ["", "xmlns:q='urn:q'"] {
        for text in [
            robot(declared, "", "", "", "", "q:size='9 9 9'"),
            robot(declared, "", "q:name='z'", "", "", ""),
            robot(&format!("{declared} q:name='z' q:version='7'"), "", "", "", "", ""),
            robot(declared, "<q:link/><q:link name='a'/>", "", "", "", ""),
            robot(declared, "<q:joint name='j'/>", "", "", "", ""),
            robot(declared, "", "", "<q:collision/><q:visual/>", "", ""),
            robot(declared, "", "", "", "<q:sphere radius='1'/>", ""),
            robot(declared, "", "", "", "", "").replace("<collision>", "<collision><q:origin/>"),
            robot(declared, "", "", "", "", "")
                .replace("<collision>", "<collision><q:origin xyz='1 1 1'/><q:geometry/>"),
            robot(declared, "", "", "", "", "")
                .replace("<axis", "<q:axis xyz='1 0 0'/><q:limit lower='5'/><q:mimic joint='none'/><axis"),
            robot(declared, "", "", "", "", "").replace("type=", "q:type='fixed' type="),
        ] {
            assert_eq!(contents(&text), plain, "{text}");
            let robot = Robot::from_xml("r.urdf".as_ref(), &text).unwrap();
            assert_eq!(robot.warnings.len(), usize::from(declared.is_empty()), "{text}");
        }
    }
    // What they hold is theirs: no warning of degrees.
    let turned = robot("xmlns:q='urn:q'", "<q:a><origin rpy='90 0 0'/></q:a>", "", "", "", "");
    assert_eq!(Robot::from_xml("r.urdf".as_ref(), &turned).unwrap().warnings, []);
}

/// A file may have a namespace: as the default, or by a prefix that all of it has.
#[test]
fn elements_of_the_namespace_of_the_root_are_read() {
    let plain = contents(&format!("<robot name='r'><link name='a'>{BOX}</link></robot>"));
    let prefixed = BOX.replace("</", "</u:").replace('<', "<u:").replace("<u:/u:", "</u:");
    for text in [
        format!("<robot name='r' xmlns='urn:urdf'><link name='a'>{BOX}</link></robot>"),
        // Readers of robots see no namespaces in names without prefixes.
        format!("<robot name='r'><link name='a' xmlns='urn:urdf'>{BOX}</link></robot>"),
        format!("<u:robot name='r' xmlns:u='urn:u'><u:link name='a'>{prefixed}</u:link></u:robot>"),
        format!("<u:robot u:name='r' xmlns:u='urn:u'><u:link u:name='a'>{prefixed}</u:link></u:robot>"),
        format!("<u:robot name='r'><u:link name='a'>{prefixed}</u:link></u:robot>"),
    ] {
        assert_eq!(contents(&text), plain, "{text}");
    }
}

/// Drake's own element for what other readers have without a prefix.
#[test]
fn capsules_of_drake_are_read() {
    let robot = |root: &str, prefix: &str| {
        format!(
            "<robot name='r' {root}><link name='a'><collision><geometry><{prefix}capsule radius='1' length='2'/></geometry>\
             </collision></link></robot>"
        )
    };
    let plain = contents(&robot("", ""));
    assert_eq!(contents(&robot("xmlns:drake='http://drake.mit.edu'", "drake:")), plain);
    assert_eq!(contents(&robot("xmlns:d='http://drake.mit.edu'", "d:")), plain);
    assert_eq!(contents(&robot("", "drake:")), plain);
    let robot_of_drake = Robot::from_xml("r.urdf".as_ref(), &robot("", "drake:")).unwrap();
    assert!(robot_of_drake.warnings[0].message.contains("it is read as the one of Drake"));
    assert!(contents(&robot("xmlns:q='urn:q'", "q:")).contains("it is empty"));
}

#[test]
fn pairs_of_other_namespaces_are_ignored() {
    for declared in ["", "xmlns:q='urn:q'"] {
        let text = format!(
            "<robot name='r' {declared}><q:link/><q:disable_collisions link1='a' link2='b'/>\
             <disable_collisions q:link1='z' link1='a' link2='c' q:reason='z'/></robot>"
        );
        let srdf = Srdf::from_xml("r.srdf".as_ref(), text).unwrap();
        assert_eq!(srdf.disabled.len(), 1);
        assert_eq!(
            (&srdf.disabled[0].links[..], &*srdf.disabled[0].reason),
            (&["a", "c"].map(str::to_owned)[..], "")
        );
    }
}
