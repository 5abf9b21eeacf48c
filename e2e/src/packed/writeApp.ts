import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdapterSet } from './adapterSets.js'

export type AppChain = { readonly id: number; readonly name: string; readonly rpcUrl: string }

/** Writes the sources of an app with these adapters on a local chain: `main.ts`, and a plain HTML page. */
export function writeApp(folder: string, set: AdapterSet, { id, name, rpcUrl }: AppChain): void {
  const chain = {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const source = [
    "import '@latchkey/ui-react/styles.css'",
    ...set.imports,
    "import { ConnectButton, createModal } from '@latchkey/ui-react'",
    "import { createElement } from 'react'",
    "import { createRoot } from 'react-dom/client'",
    `const chain = ${JSON.stringify(chain)}`,
    `const modal = createModal({ adapters: [${set.adapters.join(', ')}] })`,
    ...(set.after ?? []),
    "const root = document.getElementById('root')",
    `if (root) createRoot(root).render(${set.tree ?? 'createElement(ConnectButton, { modal })'})`,
  ]
  writeFileSync(join(folder, 'main.ts'), `${source.join('\n')}\n`)
  writeFileSync(join(folder, 'index.html'), toPage({ script: '/main.ts' }))
}

/** A page that loads an app. */
export function toPage({ script, style }: { readonly script: string; readonly style?: string | undefined }): string {
  const head = ['<meta charset="utf-8" />', '<title>A shop</title>', '<link rel="icon" href="data:," />']
  if (style !== undefined) head.push(`<link rel="stylesheet" href="${style}" />`)
  const body = `<div id="root"></div><script type="module" src="${script}"></script>`
  return `<!doctype html>\n<html lang="en"><head>${head.join('')}</head><body>${body}</body></html>\n`
}
