import { preset } from '../../tsup.preset.ts'

export default preset({
  entry: {
    index: 'src/exports/index.ts',
    wallet: 'src/exports/wallet.ts',
    main: 'src/main.ts',
    buildWorld: 'src/buildWorld.ts',
  },
  platform: 'node',
  // the compiler is needed only to build the world, and is far too large to be bundled, as is what the test wallet needs
  external: ['solc', '@openzeppelin/contracts', /^@reown\//, /^@walletconnect\//, 'bitcoinjs-lib', 'ecpair'],
})
