import { preset } from '../../tsup.preset.ts'

const config: ReturnType<typeof preset> = preset({
  entry: { main: 'src/main.ts', 'exports/index': 'src/exports/index.ts' },
  dts: { entry: { 'exports/index': 'src/exports/index.ts' } },
  platform: 'node',
})
export default config
