import { bundlePackage } from '../../scripts/lib/bundlePackage.mjs'

await bundlePackage({
  page: ['exports/index', 'exports/networks'],
  features: [
    ['connectors/wallet'],
    ['features/chainFeatures'],
    ['features/walletFeatures'],
    ['transfers/index'],
    ['transactions/index'],
    ['verify/verifySignature'],
  ],
})
