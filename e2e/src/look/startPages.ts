import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startDemo } from '@latchkey/demo/server'
import { shrinkPictures } from './shrinkPictures.js'

const pictures = fileURLToPath(new URL('./pictures', import.meta.url))

/** Serves the demo's pages without any service; returns the function that stops that, and shrinks new pictures. */
export default async function startPages(): Promise<() => Promise<void>> {
  const demo = await startDemo({ config: { chains: [] } })
  process.env['DEMO_URL'] = demo.url
  return async () => {
    await demo.stop()
    if (existsSync(pictures)) shrinkPictures(pictures)
  }
}
