import { writeFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'
import { writeDeclarations } from './scripts/lib/writeDeclarations.mjs'

/** Options that every build shares. */
export function preset(overrides: Options): ReturnType<typeof defineConfig> {
  return defineConfig({
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    treeshake: false,
    clean: true,
    silent: true,
    esbuildOptions(options) {
      options.jsx = 'automatic'
      options.chunkNames = 'chunks/[name]-[hash]'
    },
    ...overrides,
  })
}

/** Writes one output file per source file, so that an app's bundler decides what its first page loads. */
export function perFile(exports: readonly string[]): ReturnType<typeof preset> {
  return preset({
    entry: ['src/**/*.ts', '!src/**/*.{test,test-d,d}.*', '!src/**/testing/**'],
    bundle: false,
    onSuccess: () =>
      writeDeclarations(
        'src',
        'dist',
        exports.map((name) => `exports/${name}`),
      ),
  })
}

/** Writes the types of a program's `index`, for code that imports it: those of one of its sources. */
export async function declareIndex(folder: string, source: string): Promise<void> {
  await writeDeclarations('src', folder, [source])
  await writeFile(`${folder}/index.d.ts`, `export * from './${source}.js'\n`)
}
