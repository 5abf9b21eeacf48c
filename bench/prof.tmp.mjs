import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openModal, pressUntil, walletRow } from './dist/browser/pressUntil.js'
import { settle } from './dist/browser/settle.js'
import { withVisit } from './dist/browser/withVisit.js'
import { openLab } from './dist/openLab.js'

process.env.NODE_ENV = 'production'
rmSync('/tmp/lab', { recursive: true, force: true })
mkdirSync('/tmp/lab')
const lab = await openLab('/tmp/lab')
const what = process.argv[2] ?? 'connect'
for (let i = 0; i < 4; i++) {
  await withVisit(lab, 'app', { slowdown: 4 }, async (visit) => {
    if (what === 'connect') {
      await openModal(visit)
      await settle(visit)
    }
    const events = []
    visit.cdp.on('Tracing.dataCollected', (e) => events.push(...e.value))
    const cats = [
      'devtools.timeline',
      'blink.user_timing',
      'loading',
      'disabled-by-default-v8.cpu_profiler',
      'v8.execute',
      'toplevel',
    ]
    if (i >= 2)
      await visit.cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: cats } })
    const r =
      what === 'connect'
        ? await pressUntil(visit, { selector: walletRow, until: 'connected' })
        : await openModal(visit, what === 'hover')
    console.log(what, (r.end - r.start).toFixed(1))
    if (i >= 2) {
      const done = new Promise((r) => visit.cdp.once('Tracing.tracingComplete', r))
      await visit.cdp.send('Tracing.end')
      await done
      writeFileSync(`/tmp/trace-${what}-${i}.json`, JSON.stringify(events))
    }
  })
}
await lab.close()
