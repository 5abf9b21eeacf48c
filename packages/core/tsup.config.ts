import { readdirSync } from 'node:fs'
import { perFile } from '../../tsup.preset.ts'

const features = readdirSync('src/exports/controllers').map((file) => `controllers/${file.replace('.ts', '')}`)

const config: ReturnType<typeof perFile> = perFile([
  'index',
  'controllers',
  ...features,
  'cookies',
  'csp',
  'internal',
  'marks',
  'plugin',
  'walletList',
])
export default config
