import { declareIndex, preset } from '../../tsup.preset.ts'

export default preset({
  entry: {
    index: 'src/exports/index.ts',
    chromium: 'src/exports/chromium.ts',
    programs: 'src/exports/programs.ts',
    wallet: 'src/exports/wallet.ts',
    main: 'src/main.ts',
    buildPage: 'src/buildPage.ts',
    buildWorld: 'src/buildWorld.ts',
  },
  platform: 'node',
  onSuccess: () => declareIndex('dist', 'exports/index'),
  // compilers are needed only by the build and are far too large to be bundled, as is what the test wallet needs
  external: ['solc', '@openzeppelin/contracts', 'esbuild', /^@reown\//, /^@walletconnect\//, 'bitcoinjs-lib', 'ecpair'],
})
