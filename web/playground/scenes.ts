// All scenes, in the order of the page.

import type { Scene } from "./scene";
import { axesInSpace } from "./scenes/axes-in-space";
import { cascade } from "./scenes/cascade";
import { clip } from "./scenes/clip";
import { clipInSpace } from "./scenes/clip-in-space";
import { crowd } from "./scenes/crowd";
import { facing } from "./scenes/facing";
import { mask } from "./scenes/mask";
import { moving } from "./scenes/moving";
import { nearest } from "./scenes/nearest";
import { nearestInSpace } from "./scenes/nearest-in-space";
import { ownFile } from "./scenes/own-file";
import { rayTree } from "./scenes/ray-tree";
import { refit } from "./scenes/refit";
import { slide } from "./scenes/slide";
import { steps } from "./scenes/steps";
import { tunnelling } from "./scenes/tunnelling";
import { boundingVolumes } from "./scenes/volumes";

export const SCENES: readonly [Scene, ...Scene[]] = [clip, clipInSpace, moving, axesInSpace, nearest, nearestInSpace, steps, facing, rayTree, cascade, boundingVolumes, refit, tunnelling, slide, mask, crowd, ownFile];
