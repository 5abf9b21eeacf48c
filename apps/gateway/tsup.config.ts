import { declareIndex, preset } from '../../tsup.preset.ts'

export default preset({
  entry: { index: 'src/exports/index.ts', main: 'src/main.ts', sandbox: 'src/sandbox/main.ts' },
  platform: 'node',
  onSuccess: () => declareIndex('dist', 'exports/index'),
})
