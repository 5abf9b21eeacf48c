import { preset } from '../../tsup.preset.ts'

export default preset({
  entry: {
    index: 'src/exports/index.ts',
    operators: 'src/exports/operators.ts',
    site: 'src/site/main.ts',
    custody: 'src/custody/main.ts',
    keyHost: 'src/custody/keys/host/main.ts',
    holder: 'src/custody/split/holder/main.ts',
    buildFrame: 'src/buildFrame.ts',
    signFrame: 'src/manifest/signFrame.ts',
    verifyFrame: 'src/manifest/verifyFrameCommand.ts',
  },
  platform: 'node',
  noExternal: ['@latchkey/server-kit'],
  external: ['esbuild'],
})
