// The commands of whoever operates the server: their arguments, options and help.
import { type Command, Option } from 'commander'
import type { Answer } from './answer.ts'
import { channelName, examples, list, wholeNumber } from './arguments.ts'
import { exportChannel } from './export-command.ts'
import { generateKey, listKeys, registerKey, removeKey } from './key-commands.ts'
import type { Terminal } from './terminal.ts'
import { createToken, listTokens, revokeToken } from './token-commands.ts'

type Finish = (answer: Answer) => void

export function addTokenCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const token = program.command('token').description("Who may deploy what. On the server's machine.")
  token
    .command('create')
    .description('Makes a token and prints it, once.')
    .requiredOption('--name <name>', 'who uses it; it stands in the history')
    .requiredOption('--bundles <names>', "with commas between, or '*' for all", list)
    .requiredOption('--actions <actions>', 'of deploy, rollback, preview, with commas between', list)
    .addOption(new Option('--days <days>', 'how long it is valid').default(90).argParser(wholeNumber))
    .addHelpText('after', examples('site token create --name "contact CI" --bundles contact --actions deploy,rollback,preview'))
    .action(async (options) => finish(await createToken(options, terminal)))
  token
    .command('list')
    .description('All tokens, without their secrets.')
    .action(async () => finish(await listTokens(terminal)))
  token
    .command('revoke')
    .description('Makes a token invalid, at once.')
    .argument('<id>', 'the part of the token before the _')
    .action(async (id) => finish(await revokeToken(id, terminal)))
}

export function addKeyCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const key = program
    .command('key')
    .description("Bundles whose deploys have to be signed. On the server's machine, except generate.")
  key
    .command('generate')
    .description('Makes a pair of keys: writes the private one into a new file, prints the public one.')
    .argument('<file.pem>', 'for the private key')
    .addHelpText('after', examples('site key generate contact.pem > contact.public.pem'))
    .action(async (file) => finish(await generateKey(file, terminal)))
  key
    .command('register')
    .description('From now on deploys of the bundle need a signature by this key.')
    .argument('<bundle>', 'as in contact')
    .argument('<file.pem>', 'the public key')
    .addHelpText('after', examples('site key register contact contact.public.pem'))
    .action(async (bundle, file) => finish(await registerKey(bundle, file, terminal)))
  key
    .command('list')
    .description('Which bundles have a key.')
    .action(async () => finish(await listKeys(terminal)))
  key
    .command('remove')
    .description('Deploys of the bundle need no signature any more.')
    .argument('<bundle>', 'as in contact')
    .action(async (bundle) => finish(await removeKey(bundle, terminal)))
}

export function addBackupCommand(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('backup')
    .summary('a copy of the data folder, while the server runs')
    .description(
      "Copies the data folder of a server on one machine, while it runs, and proves the copy. On the server's machine.",
    )
    .requiredOption('--out <folder>', 'new or empty; complete when it is there')
    .addHelpText('after', examples('site backup --out /backup/site/2026-11-21'))
    .action(async ({ out }) => finish(await (await import('./backup-command.ts')).backupSite(out, terminal)))
}

export function addMoveCommand(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('move')
    .description("Copies this server's data folder to stores that many servers share, and compares. On the server's machine.")
    .option('--to-postgres <url>', 'for channels, history, tokens, keys and enquiries; later its DATABASE_URL')
    .option('--to-s3 <url>', 'for releases, pictures and compositions; later its S3_URL')
    .addHelpText('after', examples("site move --to-postgres postgres://site:…@db/site --to-s3 's3://KEY:…@s3.example.com/site'"))
    .action(async (options) => finish(await (await import('./move-command.ts')).move(options, terminal)))
}

export function addPruneCommand(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('prune')
    .description("Deletes what nobody needs any more, as the server does every day. On the server's machine.")
    .option('--dry-run', 'only says what, and how many bytes')
    .action(async (options) => finish(await (await import('./prune-command.ts')).pruneStores(options, terminal)))
}

export function addEnquiryCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const enquiries = program.command('enquiries').description("Stored enquiries. On the server's machine.")
  // Their queries bring the database drivers along, which who deploys does not need.
  const commands = () => import('./enquiry-commands.ts')
  enquiries
    .command('status')
    .description('Where enquiries are stored and delivered, and how many wait.')
    .action(async () => finish(await (await commands()).enquiryStatus(terminal)))
  enquiries
    .command('list')
    .description('One line for each enquiry.')
    .action(async () => finish(await (await commands()).listEnquiries(terminal)))
  enquiries
    .command('show')
    .description('One enquiry with its delivery.')
    .argument('<id>', `of an enquiry: 'site enquiries list' has them`)
    .action(async (id) => finish(await (await commands()).showEnquiry(id, terminal)))
  enquiries
    .command('export')
    .description('All enquiries, to standard output: with --csv or --json.')
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', examples('site enquiries export --csv > enquiries.csv'))
    .action(async (_options, command: Command) =>
      finish(await (await commands()).exportEnquiries(command.optsWithGlobals(), terminal)),
    )
  enquiries
    .command('retry')
    .description('Delivers now what waits or was given up.')
    .argument('[id]', 'only this one')
    .action(async (id) => finish(await (await commands()).retryEnquiries(id, terminal)))
  enquiries
    .command('erase')
    .description('Deletes all enquiries from an address; a line without the address stays.')
    .argument('<email>', 'in any case')
    .action(async (email) => finish(await (await commands()).eraseEnquiries(email, terminal)))
}

export function addExportCommand(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('export')
    .summary('a channel as files for a static host or a bucket')
    .description("Writes what a channel shows as files for nginx, a static host or a bucket. On the server's machine.")
    .requiredOption('--out <place>', 'a folder or s3://…: new, empty or an earlier export, which is replaced')
    .addOption(new Option('--channel <channel>', "'live' or 'preview-…'").default('live').argParser(channelName))
    .option('--api <origin>', 'where forms and scripts send to, when it is not the origin of the pages')
    .option('--keep', 'also files of earlier releases, for tabs that are still open')
    .option('--no-compressed', 'without .br and .gz beside the files, for hosts that compress themselves')
    .addHelpText(
      'after',
      examples('site export --out /srv/site/next --keep', 'site export --out dist --api https://api.example.com --no-compressed'),
    )
    .action(async (options) => finish(await exportChannel(options, terminal)))
}
