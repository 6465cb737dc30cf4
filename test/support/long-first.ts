import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longFiles } from './slow-files.ts';

/**
 * Vitest's order, except that the files that take long begin first in each project. Otherwise one of them may
 * run alone at the end, because on a new clone Vitest knows only how large the files are.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const ofProject = sorted.filter((file) => file.project === project);
      return [...ofProject.filter(isLong), ...ofProject.filter((file) => !isLong(file))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longFiles.some((file) => moduleId.endsWith(`/${file}`));
}
