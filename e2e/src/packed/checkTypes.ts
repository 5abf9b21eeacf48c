import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { succeed } from './succeed.js'

const resolutions = { bundler: 'esnext', nodenext: 'nodenext' } as const

/** Type-checks `main.ts` with both module resolutions that apps use; emits JavaScript to `build/`. */
export async function checkTypes(folder: string, compiler: string): Promise<void> {
  for (const [moduleResolution, module] of Object.entries(resolutions)) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      types: [],
      rootDir: '.',
      outDir: 'build',
    }
    const project = join(folder, `tsconfig.${moduleResolution}.json`)
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    await succeed(process.execPath, [compiler, '-p', project, '--pretty', 'false'], folder)
  }
}
