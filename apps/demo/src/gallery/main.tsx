import '@fontsource-variable/inter'
import '@fontsource-variable/noto-sans-arabic'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { Framed, Overview } from './Overview.js'
import { parseSettings } from './settings.js'
import { showEntry } from './showEntry.js'

const settings = parseSettings(location.search)
const container = document.getElementById('app')
if (container) {
  if (settings.mode) document.documentElement.dataset['mode'] = settings.mode
  if (!settings.view) createRoot(container).render(<Overview initial={settings} />)
  else if (settings.width) createRoot(container).render(<Framed settings={settings} />)
  else await showEntry(settings, container)
}
