import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'bitcoin', 'connectors', 'playwright', 'solana'])
export default config
