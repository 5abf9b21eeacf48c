import { preset } from '../../tsup.preset.ts'

export default preset({
  entry: { index: 'src/exports/index.ts', main: 'src/main.ts', testing: 'src/exports/testing.ts' },
  platform: 'node',
  noExternal: ['@latchkey/server-kit'],
})
