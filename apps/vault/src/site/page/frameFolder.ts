import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build writes the frame page to, whether the sources of this app run or its build. */
export function frameFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The frame page is not found: the site runs only inside its own folder.')
    folder = parent
  }
  return join(folder, 'dist/frame')
}
