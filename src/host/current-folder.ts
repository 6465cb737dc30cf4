/** The current folder does not exist any more. */
class NoCurrentFolder extends Error {
  override readonly name = 'NoCurrentFolder';
}

/** The current folder. Throws an error for people: a shell stays in a folder that was removed, and so does what it starts. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new NoCurrentFolder('The current folder was deleted. Change to another one and try again.', {
      cause,
    });
  }
}
