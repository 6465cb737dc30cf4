import type { TemplateFunction } from 'eta';

/**
 * The templates as functions, by their path under `views/` without the ending. None in the sources, where each is compiled when it is
 * first used; the bundler puts all of them here (`scripts/compile-views.ts`).
 */
export const compiledViews: Readonly<Record<string, TemplateFunction>> = {};
