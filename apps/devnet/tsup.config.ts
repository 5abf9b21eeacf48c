import { preset } from '../../tsup.preset.ts'

export default preset({
  entry: { index: 'src/exports/index.ts', main: 'src/main.ts', buildWorld: 'src/buildWorld.ts' },
  platform: 'node',
  // the compiler is needed only to build the world, and is far too large to be bundled
  external: ['solc', '@openzeppelin/contracts'],
})
