// Runs twin.py in MicroPython for WebAssembly: node twin.mjs <the package's .mjs> <the project's root> <rounds>
import { readFileSync, readdirSync } from "node:fs";

const [, , micropython, root, rounds] = process.argv;
const { loadMicroPython } = await import(micropython);
const board = await loadMicroPython({ heapsize: 8 << 20, stdout: (line) => console.log(line), linebuffer: true });
const put = (path) => board.FS.writeFile(`/${path}`, readFileSync(`${root}/${path}`));
board.FS.mkdir("/hardware");
board.FS.mkdir("/hardware/firmware");
for (const name of readdirSync(`${root}/hardware/firmware`)) {
  if (name.endsWith(".py")) put(`hardware/firmware/${name}`);
}
board.FS.writeFile("/twin.py", readFileSync(`${root}/tests/firmware_lane/twin.py`));
try {
  board.runPython(`
import sys
sys.path.insert(0, "/")
print(sys.version)
import twin
twin.run(lambda name, count, total: print(name, count, total), ${Number(rounds)})
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
