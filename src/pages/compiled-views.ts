import type { TemplateFunction } from 'eta';

/**
 * The compiled templates by path, relative to `views/` and without extension. Empty in the sources, where a
 * template is compiled on first use. The bundler adds all of them (`scripts/compile-views.ts`).
 */
export const compiledViews: Readonly<Record<string, TemplateFunction>> = {};
