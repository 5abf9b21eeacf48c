import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile([
  'index',
  'controllers',
  'controllers/account',
  'controllers/activity',
  'controllers/connection',
  'controllers/login',
  'controllers/names',
  'controllers/network',
  'controllers/pay',
  'controllers/portfolio',
  'controllers/send',
  'controllers/sessions',
  'controllers/shell',
  'controllers/sign-in',
  'controllers/swap',
  'controllers/wallets',
  'cookies',
  'csp',
  'internal',
  'plugin',
  'walletList',
])
export default config
