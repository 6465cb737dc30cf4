const told = new Set<string>();
/** A mistake that comes in ever new words is told of no longer. */
const mostTold = 20;

/** Tells of an error on the terminal that only a mistake of ours explains, and of the same one once. */
export async function tellBug(error: unknown): Promise<void> {
  const { bugReport } = await import('./bug-report.ts');
  const report = bugReport(error);
  if (told.has(report) || told.size === mostTold) return;
  told.add(report);
  process.stderr.write(`${report}\n`);
}
