import { defineConfig } from 'tsup'

// a file per source file: they reach scripts/lib by relative paths
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts'],
  bundle: false,
  format: 'esm',
  target: 'node20',
  clean: true,
  silent: true,
})
