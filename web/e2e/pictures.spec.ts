// The pictures in the README, retaken where GROGNARD_PICTURES names a folder: a march, the fire of the chosen
// battalion, the cost of the move.
import { Api, begin, pick } from './support/api';
import { test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';
import { sit } from './support/seats';

const FOLDER = process.env['GROGNARD_PICTURES'];

for (const [lang, name] of [
  ['fr', 'table'],
  ['en', 'table-en'],
] as const) {
  test(`the table in ${lang}`, async ({ page, program }) => {
    test.skip(!FOLDER, 'no folder is named');
    const { battle, seats } = await begin(program, ['person', 'person']);
    const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
    const manoeuvre = (kind: string, replies: unknown[]) => (kind === 'orders' ? [pick('manoeuvre'), ...replies.slice(1)] : replies);
    for (let n = 0; n < 3; n += 1) for (const side of [blue, red]) await side.answer(manoeuvre);
    await sit(page, program, battle, seats.blue.token);
    await page.getByTestId(`lang-${lang}`).click();
    await page.getByRole('button', { name: /Ne plus montrer|Do not show again/ }).click();
    const screen = new Screen(page);
    await screen.until('plan');
    const unit = 1;
    const [at, metre] = [await screen.spot(unit), await screen.metre(1500)];
    await screen.drag(at, { x: at.x + 60 * metre, y: at.y - 130 * metre });
    await screen.expectPlan();
    await page.getByTestId('lens-fire').click();
    await quiet(page);
    await page.mouse.move(5, 5);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });
}
