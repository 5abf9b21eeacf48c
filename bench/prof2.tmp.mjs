import { openLab } from './dist/openLab.js'
import { withVisit } from './dist/browser/withVisit.js'
import { openModal } from './dist/browser/pressUntil.js'
import { createTally } from './dist/measure/createTally.js'
import { weighFiles,isScript } from './dist/measure/weighFiles.js'
import { rmSync, mkdirSync } from 'node:fs'
process.env.NODE_ENV='production'
rmSync('/tmp/lab',{recursive:true,force:true}); mkdirSync('/tmp/lab')
const lab = await openLab('/tmp/lab')
await withVisit(lab,'app',{}, async (visit)=>{ const t=createTally(lab,'app',visit); console.log((await t.take()).files); await openModal(visit); const o=await t.take(); for(const f of o.files) console.log(f, weighFiles(lab.pages.app.built,[f],isScript), lab.pages.app.built.get(f)?.modules.map(m=>m.split('/').pop()).join(' ').slice(0,700)) })
await lab.close()
