// An engine beside the page: what is asked of it may take long, and it can be ended.

import { load } from "impinge";

const engine = load();
addEventListener("message", ({ data }) => engine.then(({ queryText }) => postMessage(queryText(String(data))), reportError));
// It is ready, with no answer yet.
engine.then(() => postMessage(""), reportError);
