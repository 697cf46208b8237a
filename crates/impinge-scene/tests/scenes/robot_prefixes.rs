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
    // The root itself may have one, and be all there is.
    assert_eq!(read("<r:robot><link name='a'/></r:robot>").map(|robot| robot.warnings.len()).unwrap(), 1);
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
    assert_eq!(srdf.with("  <new/>\n"), expected);
}
