// Times `startSandbox()` in a new process: the import with the first start, and each start after it.
const [, , entry] = process.argv;
const times = [];
const begun = performance.now();
const { startSandbox } = await import(entry);
for (let start = 0; start < 6; start += 1) {
  const from = start === 0 ? begun : performance.now();
  const sandbox = await startSandbox();
  times.push(performance.now() - from);
  await sandbox.stop();
}
const [firstMs, ...laterMs] = times;
console.log(JSON.stringify({ firstMs, laterMs }));
