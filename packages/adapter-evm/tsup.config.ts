import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'networks', 'verify', 'wagmi'])
export default config
