import { preset } from '../../tsup.preset.ts'

const config: ReturnType<typeof preset> = preset({
  entry: { index: 'src/exports/server.ts' },
  outDir: 'dist/server',
  platform: 'node',
})
export default config
