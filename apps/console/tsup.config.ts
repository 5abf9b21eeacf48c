import { preset } from '../../tsup.preset.ts'

export default preset({
  entry: { index: 'src/exports/index.ts', main: 'src/main.ts' },
  platform: 'node',
  noExternal: ['@latchkey/server-kit', '@latchkey/vault', '@latchkey/gateway'],
  // the pages are found beside the program
  splitting: false,
})
