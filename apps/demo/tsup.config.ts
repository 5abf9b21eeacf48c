import { declareIndex, preset } from '../../tsup.preset.ts'

const config: ReturnType<typeof preset> = preset({
  entry: { index: 'src/exports/server.ts' },
  outDir: 'dist/server',
  platform: 'node',
  onSuccess: () => declareIndex('dist/server', 'exports/server'),
})
export default config
