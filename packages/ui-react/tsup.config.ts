import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'standalone'])
export default config
