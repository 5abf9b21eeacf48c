import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const files = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>my-shop</title><link rel="icon" href="data:," /></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)
`,
  'package.json': JSON.stringify({
    name: 'my-shop',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build' },
    dependencies: { react: '^19.3.1', 'react-dom': '^19.3.1' },
    devDependencies: { vite: '^8.3.8' },
  }),
}

/**
 * Replaces `npm create vite` when nothing may be downloaded: writes the parts of its template that run to a new folder.
 */
export function writeViteApp(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
}
