import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'controllers', 'plugin', 'walletList'])
export default config
