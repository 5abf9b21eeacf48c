import { writeDeclarations } from '../../scripts/lib/writeDeclarations.mjs'
import { preset } from '../../tsup.preset.ts'

const config: ReturnType<typeof preset> = preset({
  entry: { main: 'src/main.ts', 'exports/index': 'src/exports/index.ts' },
  platform: 'node',
  onSuccess: () => writeDeclarations('src', 'dist', ['exports/index']),
})
export default config
