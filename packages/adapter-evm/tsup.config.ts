import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'verify', 'wagmi'], {
  // what wallets and nodes are told alike
  values: ['address', 'features/hex', 'features/toBigInt', 'features/toRpcTransaction'],
})
export default config
