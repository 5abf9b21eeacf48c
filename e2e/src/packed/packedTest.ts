import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '../fixtures/test.js'
import { createPacker, type Packer } from './createPacker.js'

export type Workshop = {
  /** Outside the repository, so that nothing in it is resolved by accident. */
  readonly folder: string
  readonly pack: Packer
}

/** Shared by all tests of a worker: where apps are created, and the packages as a release packs them. */
export const test = base.extend<object, { readonly workshop: Workshop }>({
  workshop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'packed-'))
      await use({ folder, pack: createPacker(folder) })
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker' },
  ],
})

export { expect }
