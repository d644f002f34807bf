// Runs the kernel of the page in Node: node wasm_kernel.mjs KERNEL GAME WORDS REQUESTS > answers, one line of JSON a request.
// WORDS: the letters' heading (a number of numbers, then these), then the nodes. REQUESTS: for each the operation, the
// argument, the number of numbers, and these. All numbers have 32 bits.
import { readFileSync } from "node:fs";

const [kernelFile, gameFile, wordsFile, requestsFile] = process.argv.slice(2);
const numbers = (file) => {
  const bytes = readFileSync(file);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};
const module = await WebAssembly.compile(readFileSync(kernelFile));
const start = async () => (await WebAssembly.instantiate(module, {})).exports;

function call(kernel, operation, argument, request) {
  const at = kernel.mostek_request(request.length);
  if (at === 0) return { fault: 17, index: 0 };
  new Uint32Array(kernel.memory.buffer, at, request.length).set(request);
  const fault = kernel.mostek_call(operation, argument);
  if (fault) return { fault, index: kernel.mostek_fault_index() };
  return { answer: Buffer.from(kernel.memory.buffer.slice(kernel.mostek_answer(), kernel.mostek_answer() + kernel.mostek_answer_length())) };
}

const words = numbers(wordsFile);
const clock = process.hrtime.bigint();
const spent = process.cpuUsage();
const builder = await start();
call(builder, 1, words[0], words.subarray(1));
const pieces = [];
for (let piece; (piece = call(builder, 2, 1 << 20, []).answer).length > 0; ) pieces.push(piece);
const sum = call(builder, 3, 0, []).answer.readUInt32LE(0);
const built = Number(process.hrtime.bigint() - clock) / 1e6;
const { user, system } = process.cpuUsage(spent);
const graph = Buffer.concat(pieces);
const nodes = new Uint32Array(graph.buffer.slice(graph.byteOffset, graph.byteOffset + graph.length));
const kernel = await start();
const game = call(kernel, 4, 0, numbers(gameFile));
const opening = process.hrtime.bigint();
const opened = call(kernel, 5, sum, nodes);
const megabytes = (one) => one.memory.buffer.byteLength / 2 ** 20;
const times = { built, cpu: (user + system) / 1e3, opened: Number(process.hrtime.bigint() - opening) / 1e6, building: megabytes(builder), open: megabytes(kernel) };
console.log(JSON.stringify({ game: game.fault ?? 0, graph: opened.fault ?? 0, ...times }));

const requests = numbers(requestsFile);
for (let at = 0; at < requests.length; at += 3 + requests[at + 2]) {
  const [operation, argument, length] = requests.subarray(at, at + 3);
  const began = process.hrtime.bigint();
  const { fault = 0, index = 0, answer = Buffer.alloc(0) } = call(kernel, operation, argument, requests.subarray(at + 3, at + 3 + length));
  const micros = Number(process.hrtime.bigint() - began) / 1e3;
  console.log(JSON.stringify({ fault, index, answer: answer.toString("hex"), micros }));
}
