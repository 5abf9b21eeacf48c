import { declareIndex, preset } from '../../tsup.preset.ts'

type Build = ReturnType<typeof preset>

/** One module for programs and tests in Node: it starts the site, or lists what the gallery has. */
const build = (name: string): Build =>
  preset({
    entry: { index: `src/exports/${name}.ts` },
    outDir: `dist/${name}`,
    platform: 'node',
    onSuccess: () => declareIndex(`dist/${name}`, `exports/${name}`),
  })

const config: readonly Build[] = [build('server'), build('gallery')]
export default config
