import { preset } from '../../tsup.preset.ts'

/**
 * The same modal for pages without React: what the package holds, with Preact in React's place. Preact is part of the
 * file that the first opening loads, so that no page has to install it.
 */
const config: ReturnType<typeof preset> = preset({
  entry: { standalone: 'dist/exports/standalone.js' },
  outDir: 'dist/preact',
  noExternal: [/^(p?react|react-dom)($|\/)/],
  esbuildOptions(options) {
    options.chunkNames = 'chunks/[name]-[hash]'
    options.alias = {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
    }
  },
})
export default config
