import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    // data URLs would ask for more than our policy allows
    assetsInlineLimit: 0,
  },
})
