import type { BrowserContext, Page } from '@playwright/test'

/** Where a text was seen: the sink, and the part of it. */
export type Sighting = { readonly sink: string; readonly text: string }

/** Collects the data that leaves a browser's pages: requests of all its tabs and frames, and their console output. */
export function collectSinks(context: BrowserContext): readonly Sighting[] {
  const seen: Sighting[] = []
  context.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url())
    const text = [search, request.postData() ?? '', JSON.stringify(request.headers())].join('\n')
    seen.push({ sink: `request: ${origin}`, text: `${pathname}${text}` })
  })
  context.on('console', (message) => seen.push({ sink: 'console', text: message.text() }))
  context.on('weberror', (error) => seen.push({ sink: 'error', text: String(error.error().stack) }))
  return seen
}

/** Returns each entry of a page's storages and databases. */
export async function readKept(page: Page): Promise<readonly Sighting[]> {
  const entries = await page.evaluate(async () => {
    const found: [string, string][] = [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
    found.push(['cookie', document.cookie], ['address', location.href], ['page', document.title])
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        found.push([`${name}/${store}`, JSON.stringify(rows)])
      }
      database.close()
    }
    return found
  })
  return entries.map(([key, text]) => ({ sink: `kept: ${key}`, text }))
}
