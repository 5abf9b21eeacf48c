import '@latchkey/ui-react/tokens.css'
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { readMode, showMode } from './mode.js'

showMode(readMode())
const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
