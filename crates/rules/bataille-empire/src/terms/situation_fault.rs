//! Why a situation, a unit or an army cannot be.

game::faults! {
    /// What Bataille Empire knows no case of.
    pub(crate) SituationFault {
        BankOfAttacker "bank_of_attacker"
        BeyondReach "beyond_reach"
        BothHigher "both_higher"
        CavalryFires "cavalry_fires"
        ChargeNotMet "charge_not_met"
        ChargeNotOpen "charge_not_open"
        CounterChargeNotOpen "counter_charge_not_open"
        FallsBackFormed "falls_back_formed"
        FewerThanGone { gone } "fewer_than_gone"
        FormationNotOpen "formation_not_open"
        FtNotInfantry "ft_not_infantry"
        GarrisonChargedByCavalry "garrison_charged_by_cavalry"
        GoodAndPoorShot "good_and_poor_shot"
        GroupOfArms "group_of_arms"
        GunsCharge "guns_charge"
        ImpetuousTries "impetuous_tries"
        InsideFormation "inside_formation"
        LossesInHalves "losses_in_halves"
        MarkedCharges "marked_charges"
        MarkedOpensFire "marked_opens_fire"
        MoreThanArmy { units } "more_than_army"
        NeverPenalised "never_penalised"
        NoShrapnel "no_shrapnel"
        OfOtherArm "of_other_arm"
        OpportunityInPursuit "opportunity_in_pursuit"
        ReplyNotOpen "reply_not_open"
        SecureAndThreatened "secure_and_threatened"
        SquareCharges "square_charges"
        TurnAndChange "turn_and_change"
    }
}
