//! Changes of formation and re-forming (LA-GAP-11, LA-CHA-20, LA-MVT-10, LA-ART-01 to LA-ART-11).

use crate::terms::book::{Book, r};
use crate::terms::tables::ByClass;
use crate::{Arm, Class, Formation, Order, Status};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Changes that take time.
    Change {
        /// Column of companies to column of division, or back.
        CompanyDivision,
        /// Column to line, or back.
        ColumnLine,
        /// Column to solid square.
        SolidSquare,
        /// Line or column to hollow square.
        HollowSquare,
        /// Square to column or line.
        FromSquare,
        /// A battalion deploys a skirmish company.
        Deploy,
        Recall,
        /// The unit widens or narrows its front.
        Front,
        /// From disorganised to formed.
        Reorganise,
        /// From unformed to formed.
        ReForm,
        /// From disordered to unformed.
        ReOrder,
        /// Cavalry from line to column or double line, or back.
        CavalryLine,
        /// A battery limbers or unlimbers.
        Limber,
        ReFormGuns,
    } default ColumnLine
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Changing {
    pub change: Change,
    pub class: Class,
    pub status: Status,
    #[schemars(extend("x-when" = { "change": ["limber", "re_form_guns"] }))]
    pub horse_guns: bool,
    /// It is a reaction to an enemy: the reaction quarter comes first.
    pub reaction: bool,
    /// The quarter in which a charger touches, from 1; `None`: no charge.
    #[schemars(range(min = 1, max = 4))]
    pub contact: Option<u8>,
}

impl Default for Changing {
    fn default() -> Self {
        Self {
            change: Change::ColumnLine,
            class: Class::A,
            status: Status::Regular,
            horse_guns: false,
            reaction: false,
            contact: None,
        }
    }
}

/// Time at which a change is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ChangeTime {
    pub quarters: u8,
    /// The quarter at whose end it is done.
    pub done_at: u8,
    /// Whether it is done before the charger touches.
    pub formed: bool,
    /// The order in which it fights on contact.
    pub order: Order,
}

/// Quarters of a change (LA-GAP-11); `None`: troops of this class cannot make it.
#[must_use]
pub fn quarters(book: &Book, change: Change, class: Class, status: Status, horse_guns: bool) -> Option<u8> {
    let table = &book.tables.changing;
    let row: &ByClass = match change {
        Change::CompanyDivision => &table.company_division,
        Change::ColumnLine => &table.column_line,
        Change::SolidSquare => &table.solid_square,
        Change::HollowSquare => &table.hollow_square,
        Change::FromSquare => &table.from_square,
        Change::Deploy => &table.deploy,
        Change::Recall => &table.recall,
        Change::Front => &table.front,
        Change::Reorganise => &table.reorganise,
        Change::ReForm => &table.re_form,
        Change::ReOrder => &table.re_order,
        Change::CavalryLine => &table.cavalry_line,
        Change::Limber | Change::ReFormGuns if horse_guns && book.on(r::LA_ART_10) => &table.horse_guns,
        Change::Limber | Change::ReFormGuns => &table.foot_guns,
    };
    if !book.on(r::LA_GAP_11) {
        return Some(1);
    }
    // Semi-regular troops within a better class take longer.
    let slow = status == Status::SemiRegular && class != Class::D;
    row.of(class).map(|quarters| quarters + if slow { table.semi_regular } else { 0 })
}

/// The time of a change, and whether it is done before a charger touches: one that ends with the quarter of contact is
/// too late (LA-CHA-20). A battery caught unlimbering is in disorder (LA-ART-11).
#[must_use]
pub fn change(book: &Book, changing: &Changing) -> Option<ChangeTime> {
    let quarters = quarters(book, changing.change, changing.class, changing.status, changing.horse_guns)?;
    let reaction = if changing.reaction && book.on(r::LA_MVT_10) { book.tables.time.reaction } else { 0 };
    let done_at = quarters.saturating_add(reaction);
    let in_time = |contact: u8| if book.on(r::LA_CHA_20) { done_at < contact } else { done_at <= contact };
    let formed = changing.contact.is_none_or(in_time);
    let unlimbers = changing.change == Change::Limber;
    let order = match (formed, unlimbers && book.on(r::LA_ART_11)) {
        (true, _) => Order::Formed,
        (false, true) => Order::Disordered,
        (false, false) => Order::Unformed,
    };
    Some(ChangeTime { quarters, done_at, formed, order })
}

impl Change {
    /// The change from one formation to another; `None`: they are the same, or no change leads from one to the other.
    #[must_use]
    pub const fn between(arm: Arm, from: Formation, to: Formation) -> Option<Self> {
        use Formation::{
            Column, DivisionColumn, DoubleLine, HollowSquare, InPosition, Limbered, Line, Skirmish, SolidSquare,
        };
        Some(match (arm, from, to) {
            (Arm::Artillery, Limbered, InPosition) | (Arm::Artillery, InPosition, Limbered) => Self::Limber,
            (Arm::Infantry, Column, DivisionColumn) | (Arm::Infantry, DivisionColumn, Column) => Self::CompanyDivision,
            (Arm::Infantry, Column | DivisionColumn, Line | DoubleLine)
            | (Arm::Infantry, Line | DoubleLine, Column | DivisionColumn) => Self::ColumnLine,
            (Arm::Infantry, Line, DoubleLine) | (Arm::Infantry, DoubleLine, Line) => Self::Front,
            (Arm::Infantry, Column | DivisionColumn, SolidSquare) => Self::SolidSquare,
            (Arm::Infantry, Line | DoubleLine | Column | DivisionColumn, HollowSquare) => Self::HollowSquare,
            (Arm::Infantry, HollowSquare | SolidSquare, Line | DoubleLine | Column | DivisionColumn) => {
                Self::FromSquare
            }
            (Arm::Infantry | Arm::Cavalry, Line | DoubleLine | Column | DivisionColumn, Skirmish) => Self::Deploy,
            (Arm::Infantry | Arm::Cavalry, Skirmish, Line | DoubleLine | Column | DivisionColumn) => Self::Recall,
            (Arm::Cavalry, Line, Column | DoubleLine)
            | (Arm::Cavalry, Column | DoubleLine, Line)
            | (Arm::Cavalry, Column, DoubleLine)
            | (Arm::Cavalry, DoubleLine, Column) => Self::CavalryLine,
            _ => return None,
        })
    }

    /// The change that improves the order of the ranks by one or more steps.
    #[must_use]
    pub const fn mending(arm: Arm, order: Order) -> Option<Self> {
        match (arm, order) {
            (_, Order::Formed) => None,
            (Arm::Artillery, _) => Some(Self::ReFormGuns),
            (_, Order::Disorganised) => Some(Self::Reorganise),
            (_, Order::Unformed) => Some(Self::ReForm),
            (_, Order::Disordered) => Some(Self::ReOrder),
        }
    }
}
