import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'bitcoin', 'playwright', 'solana'])
export default config
