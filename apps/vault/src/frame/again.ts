import { reloadAfterMiss } from './reload.js'

// served instead of a script that this site doesn't have
reloadAfterMiss(window)
